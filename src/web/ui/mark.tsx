/** The mark: three upright strokes gathering into an M. */
export const Mark = ({ className = 'size-6.5' }: { className?: string }) => (
  <svg viewBox="0 0 26 26" aria-hidden="true" className={className}>
    <path
      d="M4 22V10a4.5 4.500 0 0 1 9 0v12M13 10a4.500 4.500 0 0 1 9 0v12"
      fill="none"
      stroke="currentColor"
      strokeWidth="4.2"
      strokeLinecap="round"
    />
  </svg>
)
