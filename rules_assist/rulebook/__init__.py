"""The rules of one module together: rule files, Python, and the questions that they answer."""
