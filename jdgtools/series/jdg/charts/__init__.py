"""Charts of the series: data files only, read by `jdgtools.charts.load_charts`."""
