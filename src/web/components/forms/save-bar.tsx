import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'

/** The foot of a form on a page: it saves, or discards what was changed. */
export function SaveBar({
  isSubmitting,
  isDirty,
  onDiscard,
}: {
  isSubmitting: boolean
  isDirty: boolean
  onDiscard: () => void
}) {
  const i18n = useI18n()
  return (
    <footer className="flex flex-wrap items-center gap-2">
      <Button type="submit" variant="primary" pending={isSubmitting} className="max-md:flex-1">
        {isSubmitting ? i18n.t('Saving...') : i18n.t('Save')}
      </Button>
      {isDirty && (
        <Button variant="ghost" onClick={onDiscard}>
          {i18n.t('Discard')}
        </Button>
      )}
    </footer>
  )
}
