-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "handover_questions_open";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "handover_questions_open" ON "handover_questions" USING btree ("asked_at") WHERE "handover_questions"."answered_at" is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tasks_own";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tasks_own" ON "tasks" USING btree ("assignee_id","due_or_never","id","status","kind") WHERE "tasks"."deleted_at" is null and "tasks"."closed_at" is null and "tasks"."status" <> 'completed';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tasks_to_do";
