import { type ComponentProps, useId } from 'react'
import { MAX_PLACE } from '../../../shared/task-kinds.ts'
import { Input } from '../../ui/field.tsx'
import { usePlaceNames } from './use-place-names.ts'

/** A field for a place in somebody's words. The browser suggests the places that are known. */
export function PlaceInput(props: ComponentProps<typeof Input>) {
  const id = useId()
  const names = usePlaceNames()
  return (
    <>
      <Input {...props} dir="auto" list={id} maxLength={MAX_PLACE} autoComplete="off" />
      <datalist id={id}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
