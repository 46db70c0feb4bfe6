import { type LucideIcon, TabletSmartphone, WifiOff } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { KioskPerson, Pass } from '../../../shared/kiosks.ts'
import type { Language } from '../../../shared/words/languages.ts'
import { deployment } from '../../api/deployment.ts'
import { showForNow, useI18n } from '../../language.ts'
import { isOutdated } from '../../live/page-version.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useTitle } from '../../ui/title.ts'
import { NotAKiosk } from './not-a-kiosk.tsx'
import { KioskPeople } from './people.tsx'
import { Personal } from './personal.tsx'
import { PinEntry } from './pin-entry.tsx'
import { useKiosk } from './use-kiosk.ts'

/** Somebody who is at the kiosk: chosen, or let in by their PIN. */
type At = { person: KioskPerson; pass?: Pass }

/** The language of the list goes back to the house's when nobody has touched it for so long, in milliseconds. */
const LANGUAGE_STAYS_MS = 60_000

/**
 * A tablet at a door. Nobody is signed in on it: it calls with its own cookie, and with the pass of the person who has
 * just entered their PIN. Data read for a person is kept by the components of their page alone, and goes with them.
 */
export function KioskPage() {
  const i18n = useI18n()
  useTitle(i18n.t('Kiosk'))
  const [at, setAt] = useState<At>()
  const [language, setLanguage] = useState<Language>(deployment.defaultLanguage)
  const isFree = at === undefined
  // After an update of the server the page of before may ask in vain for files that are gone.
  const onBack = useCallback(() => void isOutdated().then((isOld) => isOld && location.reload()), [])
  const { state, ask, noteAway } = useKiosk(onBack)
  const shown = at?.pass?.language ?? language
  // A device that is no kiosk keeps the language of its browser.
  const isKiosk = state.kind === 'ready' || state.kind === 'away'
  useEffect(() => {
    if (isKiosk) void showForNow(shown)
  }, [shown, isKiosk])
  useEffect(() => {
    if (!isFree || language === deployment.defaultLanguage) return
    const timer = setTimeout(() => setLanguage(deployment.defaultLanguage), LANGUAGE_STAYS_MS)
    return () => clearTimeout(timer)
  }, [isFree, language])
  const leave = useCallback(() => {
    setAt(undefined)
    void ask()
  }, [ask])
  // A kiosk that was revoked or is paused shows nobody.
  useEffect(() => {
    if (state.kind === 'none' || state.kind === 'paused') setAt(undefined)
  }, [state.kind])

  if (state.kind === 'loading')
    return (
      <main className="grid min-h-dvh place-items-center text-muted">
        <Spinner label={i18n.t('Loading')} className="size-6" />
      </main>
    )
  if (state.kind === 'none') return <NotAKiosk onSetUp={ask} />
  if (state.kind === 'paused') return <Paused />
  // The page of a person stays there, below, until their time is over.
  const away = state.kind === 'away' && <Away />
  const view = 'view' in state ? state.view : undefined
  if (!view) return <Away />
  return (
    <>
      <div inert={state.kind === 'away'} className="contents">
        {at?.pass ? (
          <Personal
            key={at.pass.pass}
            pass={at.pass}
            view={view}
            isAway={state.kind === 'away'}
            onLeave={leave}
            onAway={noteAway}
            onChanged={ask}
          />
        ) : at ? (
          <PinEntry
            key={at.person.id}
            person={at.person}
            isAway={state.kind === 'away'}
            onEntered={(pass) => setAt({ ...at, pass })}
            onLeave={leave}
            onAway={noteAway}
            onRevoked={ask}
          />
        ) : (
          <KioskPeople
            view={view}
            language={language}
            onLanguage={setLanguage}
            onChoose={(person) => setAt({ person })}
          />
        )}
      </div>
      {away}
    </>
  )
}

/** Covers the kiosk while the server cannot be reached. */
function Away() {
  const i18n = useI18n()
  return (
    <Notice
      icon={WifiOff}
      title={i18n.t('No connection. You cannot clock in or out here now.')}
      text={i18n.t('Use Muster on your phone, or wait: this page continues by itself.')}
    />
  )
}

/** Shown by a kiosk without an owner, until an administrator takes it over. */
function Paused() {
  const i18n = useI18n()
  return (
    <Notice
      icon={TabletSmartphone}
      title={i18n.t('This kiosk is paused. You cannot clock in or out here now.')}
      text={i18n.t('An administrator can take it over under Kiosks. Then this page continues by itself.')}
    />
  )
}

const Notice = ({ icon: Icon, title, text }: { icon: LucideIcon; title: string; text: string }) => (
  <main className="fixed inset-0 z-50 grid place-items-center bg-bg p-6">
    <div role="alert" className="flex flex-col items-center gap-5 text-center">
      <Icon aria-hidden="true" className="size-14 text-muted" />
      <h1 className="max-w-2xl text-balance font-semibold text-3xl tracking-[-0.02em]">{title}</h1>
      <p className="max-w-xl text-balance text-lg text-muted">{text}</p>
    </div>
  </main>
)
