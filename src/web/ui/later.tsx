import { type ReactNode, useDeferredValue } from 'react'

/**
 * Draws its children right after the parts around it, in short tasks. A dialog opens sooner if its first part is small.
 * `room` is the class of a place as high as they will be, so that nothing moves then.
 */
export function Later({ room, children }: { room?: string; children: ReactNode }) {
  const isTime = useDeferredValue(true, false)
  return isTime ? children : room && <div aria-hidden="true" className={room} />
}
