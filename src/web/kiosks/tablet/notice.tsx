import { type LucideIcon, TabletSmartphone, WifiOff } from 'lucide-react'
import { useI18n } from '../../language.ts'

/** Covers the kiosk while the server cannot be reached. */
export function Away() {
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
export function Paused() {
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
