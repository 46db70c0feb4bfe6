CREATE TABLE "comments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"task_id" integer NOT NULL,
	"author_id" uuid NOT NULL,
	"text" varchar(4000) NOT NULL,
	"search_text" text COLLATE "C" NOT NULL,
	"mentions" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"edited_at" timestamptz(3),
	"deleted_at" timestamptz(3)
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"task_id" integer,
	"comment_id" integer,
	"position" smallint DEFAULT 0 NOT NULL,
	"file_id" bigint NOT NULL,
	"thumbnail_file_id" bigint,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"size" integer NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"deleted_at" timestamptz(3),
	CONSTRAINT "photos_file" UNIQUE("file_id"),
	CONSTRAINT "photos_thumbnail" UNIQUE("thumbnail_file_id")
);
--> statement-breakpoint
CREATE TABLE "sop_completions" (
	"user_id" uuid NOT NULL,
	"sop_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"completed_at" timestamptz(3) NOT NULL,
	CONSTRAINT "sop_completions_user_id_sop_id_pk" PRIMARY KEY("user_id","sop_id")
);
--> statement-breakpoint
CREATE TABLE "task_steps" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "task_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"task_id" integer NOT NULL,
	"position" integer NOT NULL,
	"text" varchar(500) NOT NULL,
	"search_text" text COLLATE "C" NOT NULL,
	"kind" text DEFAULT 'tick' NOT NULL,
	"required" boolean DEFAULT false NOT NULL,
	"unit" varchar(20),
	"min" double precision,
	"max" double precision,
	"value" jsonb,
	"photo_id" uuid,
	"done_by" uuid,
	"done_at" timestamptz(3),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"deleted_at" timestamptz(3),
	CONSTRAINT "task_steps_kind" CHECK ("task_steps"."kind" in ('tick', 'number', 'text', 'photo')),
	CONSTRAINT "task_steps_done" CHECK (("task_steps"."done_by" is null) = ("task_steps"."done_at" is null))
);
--> statement-breakpoint
CREATE TABLE "unread_comments" (
	"user_id" uuid NOT NULL,
	"task_id" integer NOT NULL,
	"comments" integer NOT NULL,
	"first_id" integer NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "unread_comments_user_id_task_id_pk" PRIMARY KEY("user_id","task_id")
);
--> statement-breakpoint
ALTER TABLE "files" DROP CONSTRAINT "files_subject_type";--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "sop_id" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "sop_page" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "sop_revision" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "steps_done" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "steps_total" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "comments" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "photos" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_thumbnail_file_id_files_id_fk" FOREIGN KEY ("thumbnail_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sop_completions" ADD CONSTRAINT "sop_completions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sop_completions" ADD CONSTRAINT "sop_completions_sop_id_sops_id_fk" FOREIGN KEY ("sop_id") REFERENCES "public"."sops"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_steps" ADD CONSTRAINT "task_steps_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_steps" ADD CONSTRAINT "task_steps_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_steps" ADD CONSTRAINT "task_steps_done_by_users_id_fk" FOREIGN KEY ("done_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unread_comments" ADD CONSTRAINT "unread_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unread_comments" ADD CONSTRAINT "unread_comments_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_task" ON "comments" USING btree ("task_id","id");--> statement-breakpoint
CREATE INDEX "comments_search" ON "comments" USING gin ("search_text" gin_trgm_ops) WHERE "comments"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "comments_deleted" ON "comments" USING btree ("deleted_at") WHERE "comments"."deleted_at" is not null and "comments"."text" <> '';--> statement-breakpoint
CREATE INDEX "photos_task" ON "photos" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "photos_comment" ON "photos" USING btree ("comment_id","position");--> statement-breakpoint
CREATE INDEX "photos_unattached" ON "photos" USING btree ("created_by","created_at") WHERE "photos"."task_id" is null;--> statement-breakpoint
CREATE INDEX "photos_deleted" ON "photos" USING btree ("deleted_at") WHERE "photos"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "sop_completions_sop" ON "sop_completions" USING btree ("sop_id");--> statement-breakpoint
CREATE INDEX "task_steps_task" ON "task_steps" USING btree ("task_id","position","id");--> statement-breakpoint
CREATE INDEX "task_steps_search" ON "task_steps" USING gin ("search_text" gin_trgm_ops) WHERE "task_steps"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "task_steps_photo" ON "task_steps" USING btree ("photo_id") WHERE "task_steps"."photo_id" is not null;--> statement-breakpoint
CREATE INDEX "task_steps_deleted" ON "task_steps" USING btree ("deleted_at") WHERE "task_steps"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "unread_comments_task" ON "unread_comments" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "unread_comments_old" ON "unread_comments" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_sop_id_sops_id_fk" FOREIGN KEY ("sop_id") REFERENCES "public"."sops"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tasks_sop" ON "tasks" USING btree ("sop_id") WHERE "tasks"."sop_id" is not null;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_subject_type" CHECK ("files"."subject_type" in ('sop', 'photo'));