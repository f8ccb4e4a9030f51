"""Rooms: places where a person can be, such as the start page or the settings. Their content is data that the front
ends show; the ways from one room to another are here, too."""
