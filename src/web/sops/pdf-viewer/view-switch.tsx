import { type Sop, sopsApi } from '../../../shared/sops.ts'
import { useReply } from '../../api/queries.ts'
import { useI18n } from '../../language.ts'
import { NOT_SMALL, useMedia } from '../../ui/media.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { chosenView, type ProcedureView } from '../text-view/settings.ts'

/**
 * The view that is shown: the chosen one; without a choice the text on small screens, and the pages on others. A
 * document that has no text shows its pages, and a note says why.
 */
export function useProcedureView(sop: Sop, revision: number) {
  const i18n = useI18n()
  const notSmall = useMedia(NOT_SMALL)
  const wanted = chosenView.use() ?? (notSmall ? 'pages' : 'text')
  const text = useReply(
    sopsApi.text,
    { params: { id: sop.id }, query: { version: revision } },
    { enabled: wanted === 'text' },
  )
  const state = wanted === 'text' ? text.data?.state : undefined
  const isUnread = state === 'failed' || (revision === sop.revision && sop.textState === 'failed')
  const note = isUnread
    ? i18n.t('This document can be read, but its text cannot be searched.')
    : state === 'empty'
      ? i18n.t('This PDF has no text: its pages are pictures.')
      : undefined
  const view: ProcedureView = state === 'empty' || state === 'failed' ? 'pages' : wanted
  return { view, text, note, choose: (chosen: ProcedureView) => chosenView.set(chosen) }
}

/** Chooses pages or text. On small screens it has a line of its own. */
export function ProcedureViewSwitch({
  view,
  onChoose,
}: {
  view: ProcedureView
  onChoose: (view: ProcedureView) => void
}) {
  const i18n = useI18n()
  return (
    <Segmented
      label={i18n.t('View ##pages or text of a document')}
      value={view}
      onChange={onChoose}
      choices={[
        { value: 'pages', label: i18n.t('Pages') },
        { value: 'text', label: i18n.t('Text') },
      ]}
      className="max-md:order-last max-md:-me-10 max-md:grow max-md:basis-full"
    />
  )
}
