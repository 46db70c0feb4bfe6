import { TabletSmartphone } from 'lucide-react'
import { useI18n } from '../language.ts'

/** What a kiosk without an owner shows, until an administrator takes it over. */
export function Paused() {
  const i18n = useI18n()
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div role="alert" className="flex flex-col items-center gap-5 text-center">
        <TabletSmartphone aria-hidden="true" className="size-14 text-muted" />
        <h1 className="max-w-2xl text-balance font-semibold text-3xl tracking-[-0.02em]">
          {i18n.t('This kiosk is paused. You cannot clock in or out here now.')}
        </h1>
        <p className="max-w-xl text-balance text-lg text-muted">
          {i18n.t('An administrator can take it over under Kiosks. Then this page goes on by itself.')}
        </p>
      </div>
    </main>
  )
}
