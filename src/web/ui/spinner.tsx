import { cx } from './class-names.ts'

/** A turning ring. Screen readers announce its label. Without a label, a text must stand beside it. */
export const Spinner = ({ label, className = 'size-4' }: { label?: string; className?: string }) => (
  <span role={label ? 'status' : undefined} className="inline-flex">
    <svg viewBox="0 0 16 16" aria-hidden="true" className={cx('animate-spin', className)}>
      <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" strokeWidth="2" opacity="0.2" />
      <path
        d="M8 1.75a6.25 6.25 0 0 1 6.25 6.25"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
    {label && <span className="sr-only">{label}</span>}
  </span>
)
