/** Statements of pages in their driver's form; for the same page asked for again, the one from before. */
import type { CompiledStatement } from '../dialect/sql-fragment'
import type { CompileStatement } from './compile-statement'
import type { PageWindow } from './page-window'
import { pageStatement, resultTypes } from './read-statement'
import type { PagePlan, StatementRules, TotalRequest } from './statement-parts'

type PageStatements = (
  plan: PagePlan,
  window: PageWindow,
  request: TotalRequest,
) => CompiledStatement

interface Remembered {
  readonly window: PageWindow
  readonly request: TotalRequest
  readonly statement: CompiledStatement
}

/** @param fewRows rows that a statement passes over as they are */
export function createPageStatements(
  compile: CompileStatement,
  rules: StatementRules,
  fewRows: number,
): PageStatements {
  const last = new WeakMap<PagePlan, Remembered>()
  return (plan, window, request) => {
    const known = last.get(plan)
    if (known && isSameWindow(known.window, window) && isSameRequest(known.request, request)) {
      return known.statement
    }
    const { isPlannedAnew } = plan.table
    const compiled = compile(pageStatement(plan, window, request, rules, fewRows))
    const statement = { ...compiled, resultTypes: resultTypes(plan), isPlannedAnew }
    last.set(plan, { window, request, statement })
    return statement
  }
}

function isSameWindow(a: PageWindow, b: PageWindow): boolean {
  return (
    a.from === b.from && a.isBackward === b.isBackward && a.skip === b.skip && a.take === b.take
  )
}

function isSameRequest(a: TotalRequest, b: TotalRequest): boolean {
  return a.token === b.token && a.kept === b.kept && a.isCounted === b.isCounted
}
