import { useState } from 'react'
import { tagsIn } from '../../../shared/task-query.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { fold } from '../../../shared/words/fold.ts'
import { useDepartmentFilter } from '../../api/department-filter.ts'
import { useReply } from '../../api/queries.ts'
import { TagInput } from '../../components/choice/tag-input.tsx'
import { useI18n } from '../../language.ts'
import { registerPatches } from '../../live/reply-patches.ts'
import { changeTags } from '../../live/tag-changes.ts'
import { useTaskSearch } from '../../task/search-params.ts'
import { Field } from '../../ui/field.tsx'

registerPatches('tasks', [[tasksApi.tags, changeTags]])

/** So many tags are offered to choose with one tap. All others are typed. */
const OFFERED = 6

/** Tags to filter by. A task must have all of them. A typed one takes the case in which tasks have it. */
export function TagsField() {
  const i18n = useI18n()
  const { search, change } = useTaskSearch()
  const { departmentId } = useDepartmentFilter()
  const { data: known = [] } = useReply(tasksApi.tags, { query: { departmentId } })
  const [problem, setProblem] = useState<string>()
  const chosen = tagsIn(search.tags ?? '')
  const choose = (tags: string[]) => {
    const asKnown = (tag: string) =>
      known.includes(tag) ? tag : (known.find((other) => fold(other) === fold(tag)) ?? tag)
    void change({ tags: [...new Set(tags.map(asKnown))].join() || undefined })
  }
  const offered = known.filter((tag) => !chosen.includes(tag) && !tag.includes(',')).slice(0, OFFERED)
  return (
    <div className="flex flex-col gap-2">
      <Field label={i18n.t('Tags')} {...(problem && { error: problem })}>
        <TagInput value={chosen} onChange={choose} onProblem={setProblem} />
      </Field>
      {offered.length > 0 && (
        <ul aria-label={i18n.t('Tags that are often used')} className="flex flex-wrap gap-1.5 touch:gap-2">
          {offered.map((tag) => (
            <li key={tag} className="max-w-full">
              <button
                type="button"
                dir="auto"
                onClick={() => choose([...chosen, tag])}
                className="h-6.5 max-w-full truncate rounded-full border border-line px-2.5 text-sm text-muted hover:bg-hover hover:text-text touch:h-11 touch:px-4 touch:text-md"
              >
                {tag}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
