import { viewerNow } from '../../api/viewer.ts'
import { draftKey, drafts, EMPTY, keepDraft } from './drafts.ts'

/** Begins a comment on a task with this text, after any typed text, and brings the focus into its field. */
export function beginComment(taskId: number, beginning: string) {
  const viewer = viewerNow()
  if (!viewer) return
  const key = draftKey(viewer.id, `task ${taskId}`)
  const draft = drafts.get()[key] ?? EMPTY
  const before = draft.text.trim() === '' ? '' : `${draft.text.trimEnd()}\n`
  keepDraft(viewer.id, key, { ...draft, text: before + beginning })
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLTextAreaElement>('[data-comment-field]')
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  })
}
