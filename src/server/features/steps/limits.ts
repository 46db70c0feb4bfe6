import { MAX_STEPS } from '../../../shared/step-fields.ts'
import { msg } from '../../../shared/words/message.ts'
import { invalid } from '../../base/errors.ts'

/** Throws 400 unless a task may have so many steps. */
export function mustBeFew(count: number, path = '') {
  if (count > MAX_STEPS)
    throw invalid(
      path,
      msg('{max, plural, one {A task has at most # step} other {A task has at most # steps}}', { max: MAX_STEPS }),
    )
}
