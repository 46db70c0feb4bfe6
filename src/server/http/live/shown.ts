import { throttledWarning } from '../../base/errors.ts'
import { contextFor, type OpenContext, type Services } from '../../core/context.ts'

/** Pages in use say which notifications they have shown, so that no device rings for them. */

interface Shown {
  userId: string
  id: number
}

/** Notes shown notifications. It is handed in, because this knows no feature. */
export type ShownHandler = (ctx: OpenContext, shown: Shown[]) => Promise<unknown>

/** Notes within so many milliseconds are written in one statement. Devices ring later than that. */
const GATHERED_WITHIN = 250
/** Beyond this many at once, devices ring as well. */
const MAX_GATHERED = 2_000

const notNoted = throttledWarning('What pages have shown could not be noted; devices ring as well')

/** Gathers shown notifications, and notes them a moment later. */
export function gatherShown(services: Services, note: ShownHandler): { add(shown: Shown): void } {
  let gathered: Shown[] = []
  let isNoting = false
  const noteLater = () => {
    isNoting = true
    setTimeout(async () => {
      const shown = gathered
      gathered = []
      await note(contextFor(services, null, new Date()), shown).catch((error) => notNoted(services.log, error))
      isNoting = false
      if (gathered.length > 0) noteLater()
    }, GATHERED_WITHIN).unref()
  }
  return {
    add(shown) {
      if (gathered.length >= MAX_GATHERED) return
      gathered.push(shown)
      if (!isNoting) noteLater()
    },
  }
}
