import type { CSSProperties } from 'react'
import { cx } from '../../ui/class-names.ts'

interface Named {
  firstName: string
  lastName: string
}

/** First and last name; either may be empty. */
export const fullName = ({ firstName, lastName }: Named) => `${firstName} ${lastName}`.trim()

/** Up to two letters. */
const initialsOf = ({ firstName, lastName }: Named) =>
  [firstName, lastName].map((name) => [...name.trim()][0]?.toUpperCase() ?? '').join('')

/** The hue of a name's colour, from 0 to 359: always the same for the same name. */
const hueOf = (name: string) => [...name].reduce((hue, letter) => (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)

const sizes = {
  sm: 'size-5.5 text-[9.5px]',
  md: 'size-6.5 text-[10.5px]',
  lg: 'size-7.5 text-[11.5px]',
  /** At a kiosk, to be touched. */
  tile: 'size-11 text-base',
  xl: 'size-16 text-2xl',
}
type Size = keyof typeof sizes

/** A person's initials in their colour. Hidden from screen readers: the name stands beside it as text. */
export const Avatar = ({ person, size = 'sm', className }: { person: Named; size?: Size; className?: string }) => (
  <span
    aria-hidden="true"
    style={{ '--hue': hueOf(fullName(person)) } as CSSProperties}
    className={cx(
      'grid shrink-0 select-none place-items-center rounded-full font-semibold tracking-wide',
      'bg-[oklch(0.93_0.045_var(--hue))] text-[oklch(0.4_0.09_var(--hue))]',
      'dark:bg-[oklch(0.34_0.045_var(--hue))] dark:text-[oklch(0.88_0.08_var(--hue))]',
      sizes[size],
      className,
    )}
  >
    {initialsOf(person)}
  </span>
)

/** Stands in place of an avatar where there is no person. */
export const NoAvatar = ({ size = 'sm', className }: { size?: Size; className?: string }) => (
  <span
    aria-hidden="true"
    className={cx('block shrink-0 rounded-full border-[1.5px] border-control border-dashed', sizes[size], className)}
  />
)
