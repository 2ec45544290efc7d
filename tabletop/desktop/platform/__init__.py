"""The system under the window: settings, threads, sounds, error reports."""
