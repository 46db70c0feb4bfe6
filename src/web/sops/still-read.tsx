import type { Sop } from '../../shared/sops.ts'
import { useI18n } from '../language.ts'

/** Says how many of these documents a search does not know yet, because their text is still being read. */
export function StillRead({ sops }: { sops: Sop[] }) {
  const i18n = useI18n()
  const count = sops.filter(({ textState }) => textState === 'waiting').length
  if (count === 0) return null
  return (
    <p role="status" className="mt-2 text-muted">
      {i18n.t(
        '{count, plural, one {# document is still being read and cannot be searched yet.} other {# documents are still being read and cannot be searched yet.}}',
        { count },
      )}
    </p>
  )
}
