import { ChevronDown } from 'lucide-react'
import { type Sop, sopsApi } from '../../../shared/sops.ts'
import { useReply } from '../../api/queries.ts'
import { useI18n } from '../../language.ts'

/** The version that is shown. If there are others, it opens the list of them. */
export function VersionButton({ sop, revision, onOpen }: { sop: Sop; revision: number; onOpen: () => void }) {
  const i18n = useI18n()
  const { data } = useReply(sopsApi.versions, { params: { id: sop.id } })
  const shown = data?.find((version) => version.revision === revision)
  const label = i18n.t('Version {version}', { version: shown?.version ?? sop.version })
  if (!data || data.length < 2) return <span className="shrink-0 tabular">{label} ·</span>
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="-ms-1.5 flex h-6 shrink-0 items-center gap-1 rounded-control px-1.5 font-medium tabular hover:bg-hover touch:h-11"
    >
      {label}
      <ChevronDown aria-hidden="true" className="size-3.5 opacity-70" />
    </button>
  )
}
