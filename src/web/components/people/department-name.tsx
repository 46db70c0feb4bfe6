import { cx } from '../../ui/class-names.ts'

/** The letters at the end that always stay. */
const TAIL = 10
const MIN_CUT = 2 * TAIL

/**
 * A department's name in one line. Where it does not fit it is cut in the middle, because the names of related
 * departments begin alike: "Front-of-House" and "Front-of-House – Evening Operations".
 */
export function DepartmentName({ name, className }: { name: string; className?: string }) {
  const letters = [...name]
  const at = letters.length > MIN_CUT ? letters.length - TAIL : letters.length
  return (
    <span dir="auto" title={name} className={cx('flex min-w-0 whitespace-pre', className)}>
      <span className="overflow-hidden text-ellipsis">{letters.slice(0, at).join('')}</span>
      {at < letters.length && <span>{letters.slice(at).join('')}</span>}
    </span>
  )
}
