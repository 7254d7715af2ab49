"""The conformance kit: packages, positions and answers by which an engine in another language is tested."""
