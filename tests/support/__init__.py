"""What several tests share: comparing with golden files, and whatever adversaries and drivers come later."""
