import { useEffect, useState } from 'react'
import { type FieldValues, type UseFormReturn, useFormContext } from 'react-hook-form'
import { useViewer } from '../../api/viewer.ts'
import { createPersonalStore } from '../../store.ts'

/** By person and place. They last as long as the tab, and survive a reload. */
const typed = createPersonalStore<Readonly<Record<string, unknown>>>(
  {},
  { name: 'muster.typed', storage: 'sessionStorage' },
)

/**
 * Hook: keeps text typed at a place as long as it is open, also over a reload and the end of the session. Returns the
 * text that was kept when it opened, and the function that keeps the present text; null forgets it. Closing a place
 * forgets its text.
 */
export function useKeptTyping<T>(place: string): readonly [T | undefined, (typed: T | null) => void] {
  const { id } = useViewer()
  const key = `${id} ${place}`
  const [kept] = useState(() => typed.get()[key] as T | undefined)
  const keep = (next: T | null) => {
    const { [key]: _, ...others } = typed.get()
    if (next !== null || _ !== undefined) typed.set(next === null ? others : { ...others, [key]: next })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => {
    if (kept !== undefined) keep(kept)
    // A reload closes nothing.
    return () => keep(null)
  }, [key])
  return [kept, keep]
}

/** Keeps the values of the form around it in the same way. A form whose values are not kept has no place. */
export function KeptForm({ place }: { place: string }) {
  useKeptForm(place, useFormContext())
  return null
}

function useKeptForm(place: string, form: UseFormReturn<FieldValues>) {
  const [kept, keep] = useKeptTyping<FieldValues>(place)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => {
    const initial = JSON.stringify(form.getValues())
    if (kept) form.reset({ ...form.getValues(), ...kept }, { keepDefaultValues: true })
    const { unsubscribe } = form.watch((values) => keep(JSON.stringify(values) === initial ? null : values))
    return unsubscribe
  }, [place])
}
