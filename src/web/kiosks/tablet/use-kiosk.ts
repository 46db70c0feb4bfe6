import { useCallback, useEffect, useRef, useState } from 'react'
import { type KioskView, kioskApi } from '../../../shared/kiosks.ts'
import { hasStatus } from '../../api/call-endpoint.ts'
import { callKiosk } from './call.ts'

/** The kiosk's state. `away`: no server, it takes nothing. `none`: no kiosk. `paused`: no owner. */
export type KioskState =
  | { kind: 'loading' | 'none' | 'paused' }
  | { kind: 'away'; view: KioskView | undefined }
  | { kind: 'ready'; view: KioskView }

/** How often the tablet asks, in ms: duty changes seldom, but a lost network should be noticed soon. */
const ASKS_EVERY_MS = 15_000
const ASKS_AGAIN_MS = 3_000

const isPausedError = (error: unknown) => hasStatus(error, 403) && error.reply?.code === 'kiosk_paused'

/**
 * The kiosk of this browser. It asks again by itself, also after the server or the network was away. `ask` asks at
 * once; `noteAway` tells that a call got no answer. `onBack` is called when the server answers again.
 */
export function useKiosk(onBack: () => void) {
  const [state, setState] = useState<KioskState>({ kind: 'loading' })
  const latest = useRef(0)
  const noteAway = useCallback(() => {
    latest.current += 1
    setState((before) => ({ kind: 'away', view: 'view' in before ? before.view : undefined }))
  }, [])
  const ask = useCallback(async () => {
    latest.current += 1
    const asked = latest.current
    const next: KioskState | undefined = await callKiosk(kioskApi.read, { query: {} }).then(
      (view) => ({ kind: 'ready', view }),
      (error) => (hasStatus(error, 401) ? { kind: 'none' } : isPausedError(error) ? { kind: 'paused' } : undefined),
    )
    // A later question has its own answer.
    if (asked !== latest.current) return
    if (next) setState(next)
    else noteAway()
  }, [noteAway])

  useEffect(() => {
    void ask()
    const onOnline = () => void ask()
    const onVisible = () => !document.hidden && void ask()
    addEventListener('offline', noteAway)
    addEventListener('online', onOnline)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      removeEventListener('offline', noteAway)
      removeEventListener('online', onOnline)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [ask, noteAway])

  const isAway = state.kind === 'away'
  useEffect(() => {
    const timer = setInterval(ask, isAway ? ASKS_AGAIN_MS : ASKS_EVERY_MS)
    return () => clearInterval(timer)
  }, [ask, isAway])

  const wasAway = useRef(false)
  useEffect(() => {
    if (wasAway.current && !isAway) onBack()
    wasAway.current = isAway
  }, [isAway, onBack])
  return { state, ask, noteAway }
}
