import type { CSSProperties } from 'react'
import { cx } from '../ui/class-names.ts'

interface Named {
  firstName: string
  lastName: string
}

export const fullName = ({ firstName, lastName }: Named) => `${firstName} ${lastName}`.trim()

/** Up to two letters. */
export const initialsOf = ({ firstName, lastName }: Named) =>
  [firstName, lastName].map((name) => [...name.trim()][0]?.toUpperCase() ?? '').join('')

/** A colour of the name's own, the same everywhere and every day. */
const hueOf = (name: string) => [...name].reduce((hue, letter) => (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)

const sizes = {
  sm: 'size-5.5 text-[9.5px]',
  md: 'size-6.5 text-[10.5px]',
  lg: 'size-7.5 text-[11.5px]',
  xl: 'size-16 text-2xl',
}
type Size = keyof typeof sizes

/** A person's initials in their colour. Says nothing to a screen reader: the name stands beside it, or in its place. */
export const Avatar = ({ person, size = 'sm', className }: { person: Named; size?: Size; className?: string }) => (
  <span
    aria-hidden="true"
    style={{ '--hue': hueOf(fullName(person)) } as CSSProperties}
    className={cx(
      'grid shrink-0 select-none place-items-center rounded-full font-[650] tracking-wide',
      'bg-[oklch(0.93_0.045_var(--hue))] text-[oklch(0.4_0.09_var(--hue))]',
      'dark:bg-[oklch(0.34_0.045_var(--hue))] dark:text-[oklch(0.88_0.08_var(--hue))]',
      sizes[size],
      className,
    )}
  >
    {initialsOf(person)}
  </span>
)

/** The place of a person where there is none. */
export const NoAvatar = ({ size = 'sm', className }: { size?: Size; className?: string }) => (
  <span
    aria-hidden="true"
    className={cx('block shrink-0 rounded-full border-[1.5px] border-control border-dashed', sizes[size], className)}
  />
)
