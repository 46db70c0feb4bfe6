/** Classes of a card: the surface of one thing, or of one part of a screen. On paper it has no shadow. */
export const card = 'rounded-card border border-line bg-surface shadow-card print:shadow-none'
