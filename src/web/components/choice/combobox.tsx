import { ChevronDown } from 'lucide-react'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { cx } from '../../ui/class-names.ts'
import { useFieldWiring } from '../../ui/field.tsx'
import { type Choice, FinderList, useFinder } from './finder.tsx'
import { usePopup } from './popup.ts'

interface ComboboxProps<T extends Choice> {
  choices: readonly T[]
  /** The id of the chosen one. */
  value: string
  onChange: (id: string) => void
  /** Names the list. */
  label: string
  /** Shown in the field while nothing is chosen. */
  placeholder: string
  /** Shown before the text of the field. */
  icon?: (chosen: T | undefined) => ReactNode
  /** Shown if nothing matches. */
  emptyText?: string
  /** Shown below the list, also if nothing matches. */
  note?: ReactNode
  /** Draws a choice in the list; its label when absent. */
  children?: (choice: T) => ReactNode
  disabled?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A field that chooses one of many: one types a part of its label. */
export function Combobox<T extends Choice>({
  choices,
  value,
  onChange,
  label,
  placeholder,
  icon,
  emptyText,
  note,
  children,
  disabled,
  ref,
}: ComboboxProps<T>) {
  const [open, setOpen] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const popup = usePopup(open, field, () => setOpen(false))
  const finder = useFinder(choices, value, ({ id }) => {
    onChange(id)
    setOpen(false)
  })
  const chosen = choices.find(({ id }) => id === value)
  const show = () => {
    finder.restart()
    setOpen(true)
  }
  return (
    <div ref={field} className="relative flex">
      {icon && (
        <span className="pointer-events-none absolute top-1/2 inset-s-2.5 -translate-y-1/2">{icon(chosen)}</span>
      )}
      <input
        {...useFieldWiring()}
        {...finder.fieldProps(open)}
        ref={ref}
        disabled={disabled}
        value={open ? finder.typed : (chosen?.label ?? '')}
        placeholder={open ? (chosen?.label ?? placeholder) : placeholder}
        // The typed text takes the place of the chosen one's name.
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ target, nativeEvent }) => {
          if (!open) show()
          finder.type(open ? target.value : ((nativeEvent as InputEvent).data ?? ''))
        }}
        onClick={() => !open && show()}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (open) finder.onKeyDown(event)
          else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault()
            show()
          }
        }}
        className={cx(
          'h-9 w-full truncate rounded-control border border-control bg-surface pe-8 transition-colors duration-120 touch:h-11 touch:text-lg',
          'hover:border-muted focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-overdue',
          'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted',
          icon ? 'ps-10' : 'ps-3',
        )}
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 inset-e-3 size-4 -translate-y-1/2 text-muted"
      />
      <div
        ref={popup}
        popover="manual"
        className="m-0 flex-col overflow-hidden rounded-[10px] border border-line raised text-text shadow-float open:flex"
      >
        {open && (
          <FinderList finder={finder} label={label} emptyText={emptyText} note={note}>
            {children}
          </FinderList>
        )}
      </div>
    </div>
  )
}
