"""Answers to "may this car work now?": public page, plate look-up, the agent's verdict, stops, pack."""
