-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "tasks_own_work";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tasks_own_work" ON "tasks" USING btree ("assignee_id","due_or_never","id","status","kind","department_id","estimate_minutes") WHERE "tasks"."deleted_at" is null and "tasks"."closed_at" is null and "tasks"."status" <> 'completed';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tasks_own";
