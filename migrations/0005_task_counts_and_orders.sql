LOCK TABLE "tasks" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "task_counts" ADD COLUMN "person_id" uuid;--> statement-breakpoint
ALTER TABLE "task_counts" ADD COLUMN "assigned" boolean;--> statement-breakpoint
CREATE INDEX "task_counts_person" ON "task_counts" USING btree ("person_id","assigned");--> statement-breakpoint
CREATE INDEX "tasks_by_title" ON "tasks" USING btree ("folded_title","id") WHERE "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_by_due_date" ON "tasks" USING btree ("due_or_never","id") WHERE "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_by_status" ON "tasks" USING btree ("status","id","due_or_never") WHERE "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_by_priority" ON "tasks" USING btree ((case "priority" when 'high' then 3 when 'medium' then 2 else 1 end),"id") WHERE "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO task_counts
			SELECT coalesce(department_id, 0), status, count(*), person_id, assigned FROM added,
				LATERAL (VALUES (NULL::uuid, NULL::boolean), (assignee_id, true), (creator_id, false)) AS part (person_id, assigned)
			WHERE deleted_at IS NULL AND (assigned IS NULL OR (assigned AND person_id IS NOT NULL) OR (NOT assigned AND creator_id IS DISTINCT FROM assignee_id))
			GROUP BY 1, 2, 4, 5;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO task_counts
			SELECT coalesce(department_id, 0), status, -count(*), person_id, assigned FROM gone,
				LATERAL (VALUES (NULL::uuid, NULL::boolean), (assignee_id, true), (creator_id, false)) AS part (person_id, assigned)
			WHERE deleted_at IS NULL AND (assigned IS NULL OR (assigned AND person_id IS NOT NULL) OR (NOT assigned AND creator_id IS DISTINCT FROM assignee_id))
			GROUP BY 1, 2, 4, 5;
	ELSE
		INSERT INTO task_counts
			SELECT department, status, sum(tasks), person_id, assigned FROM (
				SELECT coalesce(department_id, 0) AS department, status, assignee_id, creator_id, 1 AS tasks FROM added WHERE deleted_at IS NULL
				UNION ALL
				SELECT coalesce(department_id, 0), status, assignee_id, creator_id, -1 FROM gone WHERE deleted_at IS NULL
			) AS moves,
				LATERAL (VALUES (NULL::uuid, NULL::boolean), (assignee_id, true), (creator_id, false)) AS part (person_id, assigned)
			WHERE assigned IS NULL OR (assigned AND person_id IS NOT NULL) OR (NOT assigned AND creator_id IS DISTINCT FROM assignee_id)
			GROUP BY 1, 2, 4, 5 HAVING sum(tasks) <> 0;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
INSERT INTO task_counts
	SELECT coalesce(department_id, 0), status, count(*), person_id, assigned FROM tasks,
		LATERAL (VALUES (assignee_id, true), (creator_id, false)) AS part (person_id, assigned)
	WHERE deleted_at IS NULL AND ((assigned AND person_id IS NOT NULL) OR (NOT assigned AND creator_id IS DISTINCT FROM assignee_id))
	GROUP BY 1, 2, 4, 5;
