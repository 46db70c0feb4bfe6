import { ChevronDown } from 'lucide-react'
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type Ref,
  type RefCallback,
  use,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { describeError, useI18n } from '../language.ts'
import { cx } from './class-names.ts'

interface Wiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

const FieldContext = createContext<Wiring | undefined>(undefined)

/** The attributes that tie a control to the `Field` around it. Spread them on the control. */
export const useFieldWiring = () => use(FieldContext)

const OwnFaultContext = createContext<(fault: string | undefined) => void>(() => {})

/** Shows a fault that the control itself has found, in English, in place of the error of the `Field` around it. */
export const useOwnFault = () => use(OwnFaultContext)

/** A label, a control, and below it the error or a hint. Errors of contracts are put into words here. */
export function Field({
  label,
  hidesLabel = false,
  error: given,
  hint,
  required = false,
  className,
  children,
}: {
  label: string
  /** Where the place of the control says enough to those who see it. */
  hidesLabel?: boolean
  error?: string
  hint?: ReactNode
  required?: boolean
  className?: string
  children: ReactNode
}) {
  const i18n = useI18n()
  const id = useId()
  const [ownFault, setOwnFault] = useState<string>()
  const error = ownFault ?? given
  const note = error ? describeError(error, i18n) : hint
  const wiring: Wiring = {
    id,
    'aria-describedby': note ? `${id}note` : undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
  }
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className={hidesLabel ? 'sr-only' : 'text-sm font-medium'}>
        {label}
        {required && (
          <span aria-hidden="true" className="text-muted">
            {' '}
            *
          </span>
        )}
      </label>
      <FieldContext value={wiring}>
        <OwnFaultContext value={setOwnFault}>{children}</OwnFaultContext>
      </FieldContext>
      {note && (
        <p id={`${id}note`} className={cx('text-sm', error ? 'font-medium text-overdue' : 'text-muted')}>
          {note}
        </p>
      )}
    </div>
  )
}

const control = cx(
  'w-full min-w-0 rounded-control border border-control bg-surface px-3 text-base transition-colors duration-120 touch:text-lg',
  'hover:border-muted focus-visible:border-accent focus-visible:-outline-offset-1',
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted aria-invalid:border-overdue',
)
const oneLine = 'h-9 touch:h-11'

/** The direction of typed text: left to right for addresses and passwords, by its letters for other text. */
const directions: Record<string, 'ltr' | 'auto' | undefined> = {
  email: 'ltr',
  password: 'ltr',
  // untranslated: no words
  text: 'auto',
}

/** The browser's own `input`, styled. Screens use `Input`, `DateInput` and `TimeInput` (`moment-input.tsx`). */
export const PlainInput = ({ className, type, ...rest }: ComponentProps<'input'>) => (
  <input
    {...useFieldWiring()}
    type={type}
    dir={directions[type ?? 'text']}
    {...rest}
    className={cx(control, oneLine, className)}
  />
)

/** A text field of one line. */
export const Input = (props: ComponentProps<'input'> & { type?: 'text' | 'search' | 'email' | 'password' }) => (
  <PlainInput {...props} />
)

/** The browser's own `select` in the app's style. */
export const Select = ({ className, children, ...rest }: ComponentProps<'select'>) => (
  <span className={cx('relative flex min-w-0', className)}>
    <select {...useFieldWiring()} {...rest} className={cx(control, oneLine, 'appearance-none truncate pe-9')}>
      {children}
    </select>
    <ChevronDown
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 inset-e-3 size-4 -translate-y-1/2 text-muted"
    />
  </span>
)

/** A text field of several lines that grows with its text. */
export function Textarea({ className, ref, rows = 3, onInput, ...rest }: ComponentProps<'textarea'>) {
  const own = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    if (own.current) grow(own.current)
  })
  return (
    <textarea
      {...useFieldWiring()}
      dir="auto"
      {...rest}
      ref={(element) => {
        own.current = element
        return setRef(ref, element)
      }}
      rows={rows}
      onInput={(event) => {
        grow(event.currentTarget)
        onInput?.(event)
      }}
      className={cx(control, 'field-sizing-content max-h-[50vh] min-h-20 resize-y py-2 leading-normal', className)}
    />
  )
}

/** A text of one line in a field that grows with it. Enter submits the form, as in `Input`. */
export const GrowingInput = ({ className, onChange, ...rest }: ComponentProps<'textarea'>) => (
  <Textarea
    enterKeyHint="done"
    {...rest}
    rows={1}
    onKeyDown={(event) => {
      if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
      event.preventDefault()
      event.currentTarget.form?.requestSubmit()
    }}
    onChange={(event) => {
      // Pasted lines become one.
      if (/[\r\n]/.test(event.target.value)) event.target.value = event.target.value.replace(/\s*[\r\n]+\s*/g, ' ')
      return onChange?.(event)
    }}
    className={cx('min-h-9! resize-none! py-1.5! touch:min-h-11! touch:py-2!', className)}
  />
)

/** Gives an element to a ref, and returns the ref's own function for the element's end. */
export function setRef<T>(ref: Ref<T> | undefined, element: T | null): ReturnType<RefCallback<T>> {
  if (typeof ref === 'function') return ref(element)
  if (ref) ref.current = element
}

/** Fits the height to the text, in browsers without `field-sizing`. */
function grow(textarea: HTMLTextAreaElement) {
  if (CSS.supports('field-sizing', 'content')) return
  textarea.style.height = 'auto'
  textarea.style.height = `${textarea.scrollHeight + 2}px`
}
