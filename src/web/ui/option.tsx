import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from './class-names.ts'

/** A row in a list of choices. The list's field keeps the focus and points to the active row, in view. */
export function Option({
  id,
  active,
  selected,
  onPoint,
  onChoose,
  className,
  children,
}: {
  id: string
  active: boolean
  selected: boolean
  onPoint?: () => void
  onChoose: () => void
  className: string
  children: ReactNode
}) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which points to the active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={selected}
      onMouseMove={active ? undefined : onPoint}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={cx(
        'flex min-h-9 cursor-pointer items-center touch:min-h-11',
        active && '-outline-offset-2 forced-colors:outline-2',
        className,
      )}
    >
      {children}
    </div>
  )
}
