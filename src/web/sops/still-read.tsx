import { useI18n } from '../language.ts'

/** Says how many documents a search does not know yet, because their text is still being read. */
export function StillRead({ count }: { count: number }) {
  const i18n = useI18n()
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
