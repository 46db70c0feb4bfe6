import { createStore } from '../../store.ts'

/** The lane over which a card is held, if it would be assigned there. */
export const laneUnder = createStore<string | null>(null)

/** Whether the card that is dragged would be dropped in this lane. */
export const useIsLaneTarget = (key: string) => laneUnder.useSelected((now) => now === key)
