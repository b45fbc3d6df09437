"""The design system: tokens, components and the page frame. It imports no slice."""
