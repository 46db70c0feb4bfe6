/** The surface of one thing in a list. */
export const card = 'rounded-card border border-line bg-surface shadow-card'

/** A link that looks like a button, 44 px high where fingers press it. */
export const linkButton =
  'inline-flex min-h-9 shrink-0 items-center justify-center gap-1.5 rounded-control border border-line bg-surface px-3.5 font-medium shadow-card transition-colors duration-120 hover:border-control/50 hover:bg-hover touch:min-h-11 touch:px-4 touch:text-md'
