"""Game series: rules plug-ins and the data that they are made of."""
