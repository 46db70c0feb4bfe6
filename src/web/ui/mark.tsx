/** Muster's logo: an M of three upright strokes. */
export const Mark = ({ className = 'size-6.5' }: { className?: string }) => (
  <svg viewBox="0 0 26 26" aria-hidden="true" className={className}>
    <path
      d="M4 22V5l9 8.5L22 5v17M13 13.5V22"
      fill="none"
      stroke="currentColor"
      strokeWidth="4.2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
