"""The design system: tokens, components and the page frame. It knows no domain."""
