"""What every server shares: starting, errors, calls, limits, logs, metrics, settings, clients, stopping.

It knows no game and no service. A service is a value (``serve.Service``); this package brings it up,
stands in front of its methods, and takes it down without losing a call.
"""
