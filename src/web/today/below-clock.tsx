import { NextShift } from '../roster/next-shift.tsx'
import { TellOffer } from './tell-offer.tsx'

/** The parts of Today below the clock that the first screen does not wait for. */
export const BelowClock = ({ isOnClock }: { isOnClock: boolean }) => (
  <>
    {isOnClock && <TellOffer />}
    <NextShift />
  </>
)
