import type { Place } from '../../shared/places.ts'
import { deployment } from '../api/deployment.ts'
import { PrintSheet } from '../components/files/print-sheet.tsx'
import { QrCode } from '../components/forms/qr-code.tsx'
import { useI18n } from '../language.ts'

/** Signs to cut out, eight on an A4 sheet: place, QR code, use, and the address for cameras without codes. */
export function PrintedSigns({ places, onDone }: { places: readonly Place[]; onDone: () => void }) {
  const i18n = useI18n()
  return (
    <PrintSheet
      title={i18n.t('Places and signs')}
      facts={[i18n.t('{count, plural, one {# sign} other {# signs}}', { count: places.length })]}
      ready
      onDone={onDone}
    >
      <ul className="grid grid-cols-2 border-[#999] border-s border-t border-dashed">
        {places.map((place) => (
          <li
            key={place.id}
            className="flex h-[61mm] break-inside-avoid items-center gap-3 border-[#999] border-e border-b border-dashed p-[5mm]"
          >
            <QrCode text={addressOf(place)} className="size-[38mm] shrink-0" />
            <div className="flex min-w-0 flex-1 flex-col gap-1.5">
              <p dir="auto" className="line-clamp-4 text-pretty font-semibold text-xl leading-tight wrap-anywhere">
                {place.name}
              </p>
              <p className="text-pretty text-sm leading-snug">{i18n.t('Something broken here? Scan and report it.')}</p>
              <p dir="ltr" className="text-start text-[9px] leading-tight wrap-anywhere">
                {shownAddress(addressOf(place))}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </PrintSheet>
  )
}

/** The address behind a place's sign, at the server's own address: a page may be open under another one. */
const addressOf = ({ code }: Place) => `${(deployment.publicUrl ?? location.origin).replace(/\/$/, '')}/p/${code}`

/** The address in a place's sign, and its text below it: without the parts that nobody has to type. */
const shownAddress = (address: string) => address.replace(/^https?:\/\//, '')
