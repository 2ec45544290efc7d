"""The rules of one module put together: rule files, Python, and the questions they answer."""
