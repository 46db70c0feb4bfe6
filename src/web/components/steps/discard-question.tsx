import { useI18n } from '../../language.ts'
import { discardQuestion, useGuardedClosing } from '../../ui/guarded-closing.ts'
import { QuestionDialog } from '../../ui/question-dialog.tsx'

/** Asks before something that is typed into steps is discarded. The back button means to stay. */
export function DiscardQuestion({ onAnswer }: { onAnswer: (leaves: boolean) => void }) {
  const i18n = useI18n()
  const stay = () => onAnswer(false)
  useGuardedClosing({ open: true, onClose: stay, askBeforeClose: undefined, closesOnBack: true })
  return <QuestionDialog question={discardQuestion(i18n)} onAnswer={onAnswer} />
}
