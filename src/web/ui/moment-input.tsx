import {
  type ChangeEvent,
  type ComponentProps,
  type FocusEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { english } from '../../shared/words/message.ts'
import { afterPress } from './after-press.ts'
import { PlainInput, setRef, useOwnFault } from './field.tsx'

const FIRST_DAY = '1970-01-01'
const LAST_DAY = '2999-12-31'

const faultsOf = {
  date: english('Enter a full date that exists'),
  time: english('Enter a full time'),
}

/** Why a field holds no whole date or time; undefined if it does, or is empty. */
function faultIn({ type, value, validity, disabled }: HTMLInputElement) {
  if (disabled) return undefined
  // The value is empty then, as if nothing were typed.
  if (validity.badInput) return faultsOf[type as keyof typeof faultsOf]
  // A year that is still being typed reads as 0002.
  if (type === 'date' && value !== '' && (value < FIRST_DAY || value > LAST_DAY))
    return english('Choose a date between 1970 and 2999')
  return undefined
}

type Props = Omit<ComponentProps<'input'>, 'type' | 'defaultValue'>

/** A field for a date (YYYY-MM-DD), from 1970 to 2999. */
export const DateInput = (props: Props) => <MomentInput type="date" min={FIRST_DAY} max={LAST_DAY} {...props} />

/** A field for a time of day (HH:MM). */
export const TimeInput = (props: Props) => <MomentInput type="time" {...props} />

/**
 * A field for a date or a time. `onChange` hears of whole values and of an emptied field alone: a half-typed value, or
 * a day that does not exist, changes nothing. Once the field is left it says so, in the `Field` around it, and its form
 * is not submitted.
 */
function MomentInput({ ref, value, onChange, onBlur, ...rest }: Props & { type: 'date' | 'time' }) {
  const own = useRef<HTMLInputElement>(null)
  const showFault = useOwnFault()
  /**
   * The browser's value, and the last one that `onChange` was told. React would put the screen's value in its place.
   */
  const [typed, setTyped] = useState<{ inField: string; told: unknown }>()
  /** A change that `onChange` has not heard of. */
  const isKept = useRef(false)

  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    // An address, for example, follows a moment later, and somebody types on meanwhile.
    if (value !== typed?.told) setTyped(undefined)
  }
  // A value that comes from elsewhere replaces half-typed text.
  useLayoutEffect(() => {
    const input = own.current
    if (typed || !input || value === undefined) return
    if (input.validity.badInput) input.value = String(value)
    isKept.current = false
  }, [value, typed])
  // Forms set a value in the document, without a word to this component.
  useEffect(() => {
    if (own.current && !faultIn(own.current)) showFault(undefined)
  })

  const follow = (input: HTMLInputElement) => {
    if (faultIn(input)) {
      isKept.current = true
      return setTyped({ inField: input.value, told: typed?.told ?? value })
    }
    isKept.current = false
    setTyped({ inField: input.value, told: input.value })
    showFault(undefined)
    onChange?.({ type: 'change', target: input, currentTarget: input } as ChangeEvent<HTMLInputElement>)
  }
  /** Erasing the last half-typed part changes the value from nothing to nothing: browsers do not tell. */
  const followErased = (input: HTMLInputElement) => {
    if (faultIn(input)) return
    if (isKept.current) follow(input)
    else showFault(undefined)
  }
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    followErased(input)
    const fault = faultIn(input)
    // A form reads the field when it hears of it.
    if (!fault) return onBlur?.(event)
    afterPress(() => input.isConnected && showFault(faultIn(input)))
  }

  useEffect(() => {
    const form = own.current?.form
    if (!form) return
    const refuse = (event: SubmitEvent) => {
      const input = own.current
      const fault = input && faultIn(input)
      if (!fault) return
      showFault(fault)
      if (!event.defaultPrevented) input.focus()
      event.preventDefault()
      // The form's own listeners are at the root.
      event.stopPropagation()
    }
    form.addEventListener('submit', refuse, true)
    return () => form.removeEventListener('submit', refuse, true)
  }, [showFault])
  useEffect(() => () => showFault(undefined), [showFault])

  const setOwn = useCallback(
    (element: HTMLInputElement | null) => {
      own.current = element
      return setRef(ref, element)
    },
    [ref],
  )
  return (
    <PlainInput
      {...rest}
      {...(value !== undefined && { value: typed?.inField ?? value })}
      ref={setOwn}
      onChange={({ currentTarget }) => follow(currentTarget)}
      onKeyUp={({ currentTarget }) => followErased(currentTarget)}
      onBlur={leave}
    />
  )
}
