import { useEffect, useState } from 'react'

type Describe = (rule: string) => string
let describe: Describe | undefined

/** Loads the library that describes rules. It is loaded with the first rule that is shown. */
async function load(): Promise<Describe> {
  const { describeRule } = await import('./rule-in-words.ts')
  describe = describeRule
  return describe
}

/** A good rule in words, as "At 09:00, Monday through Friday"; the rule itself as long as its library is not loaded. */
export function RuleDescription({ rule }: { rule: string }) {
  const [loaded, setLoaded] = useState(() => describe)
  useEffect(() => {
    if (!describe)
      load().then(
        (describe) => setLoaded(() => describe),
        () => undefined,
      )
  }, [])
  return <>{textOf(rule, loaded)}</>
}

function textOf(rule: string, describe: Describe | undefined) {
  try {
    return describe ? describe(rule) : rule
  } catch {
    return rule
  }
}
